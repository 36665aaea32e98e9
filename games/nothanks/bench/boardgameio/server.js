// server.js [DIR] — boardgame.io serving No Thanks! on a free port, which it prints; with its flat-file storage
// in DIR, or in memory.
'use strict';

const { Server, FlatFile } = require('boardgame.io/server');

const server = Server({
    games: [require('./nothanks.js')],
    origins: ['http://127.0.0.1'],
    db: process.argv[2] ? new FlatFile({ dir: process.argv[2] }) : undefined,
});
server.run({ port: 0 }).then(({ appServer }) => console.log(`port ${appServer.address().port}`));
