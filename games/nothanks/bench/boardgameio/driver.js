// driver.js peck|boardgameio PORT TABLES SECONDS — four clients at each of TABLES tables of No Thanks! play as
// fast as the server answers; prints what it was like for them, as JSON. The same loop and the same choices
// for both servers; only how a client speaks is different. A table that is over is followed by another. With 0
// seconds nobody plays: all connect and sit down, stay for three seconds, and what the server holds can be seen.
'use strict';

const crypto = require('crypto');
const { io } = require('socket.io-client');
const WebSocket = require('ws');

const SEATS = 4;
const [kind, port, tables, seconds] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const origin = `http://127.0.0.1:${port}`;
const counts = { moves: 0, finished: 0, errors: 0, latency: [] };
let counting = false;
let playing = 0;

const chooses = (choices) => (choices.length === 1 || Math.random() < 0.2 ? choices[0] : choices[1]);

async function post(path, body) {
    const answer = await fetch(origin + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: origin },
        body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
}

function count(since) {
    if (!counting) return;
    counts.moves++;
    counts.latency.push(performance.now() - since);
}

// One player of Peck: docs/reference/protocol.md. Resolves when the match is over.
function playPeck(table, seat) {
    return new Promise((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { origin, perMessageDeflate: false });
        const token = crypto.randomBytes(32).toString('hex');
        const value = crypto.randomBytes(32);
        let number = 0, waits = null, stage = 0, since = 0, seen = null;
        const say = (message) => socket.send(JSON.stringify(message));
        const command = (message) => {
            waits = `${token.slice(0, 12)}-${number++}`;
            since = performance.now();
            say({ ...message, id: waits });
        };
        const goOn = () => {
            const phase = seen.table.phase;
            if (waits !== null) return;
            if (phase === 'gathering' && stage === 0) {
                command({ type: 'sit', seat, name: `Load ${seat}`, token });
            } else if (seconds > 0 && phase === 'gathering' && stage === 1) {
                command({ type: 'ready', hash: crypto.createHash('sha256').update(value).digest('hex') });
            } else if (phase === 'showing' && stage === 2) {
                command({ type: 'show', value: value.toString('hex') });
            } else if (seen.view.actions.length > 0) {
                const names = seen.view.actions.map((action) => action.name);
                command({ type: 'act', ply: seen.view.ply, action: chooses(names) });
                seen.view.actions = [];
            }
        };
        socket.on('open', () => say({ type: 'hello', protocol: 1, table, token }));
        socket.on('error', () => counts.errors++);
        socket.on('close', resolve);
        socket.on('message', (text) => {
            const message = JSON.parse(text);
            if (message.type === 'view') {
                seen = message;
            } else if (message.type === 'done') {
                if (stage === 3) count(since);
                else stage++;
                if (message.id === waits) waits = null;
            } else if (message.type === 'refused' || message.type === 'error') {
                counts.errors++;
                waits = null;
            }
            if (seen !== null && seen.table.phase === 'over') socket.close();
            else if (seen !== null) goOn();
        });
    });
}

// One player of boardgame.io: what its own client sends and hears.
function playBoardgameio(matchID, seat, credentials) {
    const playerID = String(seat);
    return new Promise((resolve) => {
        const socket = io(`${origin}/nothanks`, { transports: ['websocket'], forceNew: true });
        let waits = -1, since = 0;
        const take = (state) => {
            if (waits >= 0 && state._stateID > waits) {
                waits = -1;
                count(since);
            }
            if (state.ctx.gameover !== undefined) {
                socket.close();
                resolve();
            } else if (seconds > 0 && state.ctx.currentPlayer === playerID && waits < 0) {
                const choices = state.G.players[seat].chips > 0 ? ['take', 'refuse'] : ['take'];
                const payload = { type: chooses(choices), args: [], playerID, credentials };
                waits = state._stateID;
                since = performance.now();
                socket.emit('update', { type: 'MAKE_MOVE', payload }, state._stateID, matchID, playerID);
            }
        };
        socket.on('connect', () => socket.emit('sync', matchID, playerID, credentials, SEATS));
        socket.on('connect_error', () => counts.errors++);
        socket.on('sync', (id, { state }) => take(state));
        socket.on('update', (id, state) => take(state));
    });
}

async function openPeck() {
    const { table } = await post('/api/tables', { game: 'nothanks', seats: SEATS });
    return (seat) => playPeck(table, seat);
}

// One after another: when two join at once, boardgame.io forgets one of them.
async function openBoardgameio() {
    const { matchID } = await post('/games/nothanks/create', { numPlayers: SEATS });
    const credentials = [];
    for (let seat = 0; seat < SEATS; seat++) {
        const seated = { playerID: String(seat), playerName: `Load ${seat}` };
        const joined = await post(`/games/nothanks/${matchID}/join`, seated);
        credentials.push(joined.playerCredentials);
    }
    return (seat) => playBoardgameio(matchID, seat, credentials[seat]);
}

// A few at a time are opened, or a slow server would have hundreds of requests at once.
const OPENING = 10;
let free = OPENING;
const queue = [];

async function open() {
    if (free === 0) await new Promise((resolve) => queue.push(resolve));
    else free--;
    const play = await (kind === 'peck' ? openPeck() : openBoardgameio());
    if (queue.length > 0) queue.shift()();
    else free++;
    return play;
}

async function playTables() {
    for (;;) {
        const play = await open();
        playing++;
        await Promise.all(Array.from({ length: SEATS }, (_, seat) => play(seat)));
        counts.finished++;
    }
}

function report(wall) {
    const sorted = Float64Array.from(counts.latency).sort();
    const share = (part) => (sorted.length > 0 ? sorted[Math.floor(part * (sorted.length - 1))] : 0);
    console.log(JSON.stringify({
        moves: counts.moves,
        moves_per_s: counts.moves / wall,
        p50_ms: share(0.5),
        p99_ms: share(0.99),
        max_ms: share(1),
        finished: counts.finished,
        errors: counts.errors,
    }));
    process.exit(counts.errors > 0 ? 1 : 0);
}

function fail(error) {
    console.error(error.message);
    process.exit(1);
}

for (let i = 0; i < tables; i++) playTables().catch(fail);
const warm = setInterval(() => {
    if (playing < tables) return;
    clearInterval(warm);
    counting = true;
    const begun = performance.now();
    setTimeout(() => report((performance.now() - begun) / 1000), (seconds || 3) * 1000);
}, 100);
