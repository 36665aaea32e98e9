// nothanks.js — No Thanks! for boardgame.io, by the rules of games/nothanks/rules.md without options.
'use strict';

const START = { 3: 11, 4: 11, 5: 11, 6: 9, 7: 7 }; // chips, by the number of players

function setup({ ctx, random }) {
    const cards = random.Shuffle(Array.from({ length: 33 }, (_, i) => i + 3)).slice(9);
    const players = Array.from({ length: ctx.numPlayers }, () => ({
        chips: START[ctx.numPlayers],
        cards: [],
    }));
    return { card: cards.pop(), deck: cards, pot: 0, players };
}

function take({ G, playerID }) {
    const player = G.players[playerID];
    player.cards.push(G.card);
    player.chips += G.pot;
    G.pot = 0;
    G.card = G.deck.length > 0 ? G.deck.pop() : null; // and the same player decides on it
}

function refuse({ G, playerID, events }) {
    if (G.players[playerID].chips === 0) return 'INVALID_MOVE';
    G.players[playerID].chips--;
    G.pot++;
    events.endTurn();
}

// Nobody sees the deck, nor the chips of others.
function playerView({ G, playerID }) {
    return {
        card: G.card,
        left: G.deck.length,
        pot: G.pot,
        players: G.players.map((player, seat) => ({
            cards: player.cards,
            chips: String(seat) === playerID ? player.chips : null,
        })),
    };
}

function points(player) {
    const cards = [...player.cards].sort((a, b) => a - b);
    const first = cards.filter((card, i) => cards[i - 1] !== card - 1);
    return first.reduce((sum, card) => sum + card, 0) - player.chips;
}

module.exports = {
    name: 'nothanks',
    setup,
    playerView,
    moves: {
        take: { move: take, client: false },
        refuse: { move: refuse, client: false },
    },
    endIf: ({ G }) => (G.card === null ? { points: G.players.map(points) } : undefined),
};
