"""package.py — the Python package with the game *coins* in it: see tests/sixth_game.py."""
import gymnasium
import numpy as np

import peck
import peck.gym
import peck.zoo

game = peck.Game("coins", seats=3, options={"rounds": 2})
assert "coins" in peck.games() and game.title == "Coins", peck.games()
assert list(peck.bots("coins"))[:2] == ["random", "easy"], peck.bots("coins")

match = game.match(seed=1)
while not match.over:
    match.act(peck.choose(match, "normal"))
assert match.score().points.shape == (3,)
assert peck.Match.read(match.record())[0].encode() == match.encode()
assert len(peck.analyse(match, playouts=100).actions) == match.plies

fresh = game.match(seed=1)
assert fresh.legal() == ["keep", "drop"] == peck.hint(fresh, "easy").actions
assert "Coins" in fresh.render("ansi") and "seat 2" in fresh.render("ansi")
assert fresh.render("rgb_array").shape == (480, 640, 3)

env = gymnasium.make("peck/coins-v0", seats=2, opponents="random")
observation, _ = env.reset(seed=1)
over = False
while not over:
    observation, reward, over, _, _ = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
env.close()

table = peck.zoo.env("coins", seats=2)
table.reset(seed=1)
for _ in table.agent_iter():
    observation, _, over, cut, _ = table.last()
    table.step(None if over or cut else int(np.flatnonzero(observation["action_mask"])[0]))
print("the package plays coins")
