// A server of boardgame.io with PostgreSQL, and players of tic-tac-toe on it, for `bench peers`.
// node boardgameio.cjs server PORT LOBBY_PORT URL
// node boardgameio.cjs players PORT LOBBY_PORT MATCHES SECONDS
// The lobby has a port of its own: beside moves it is not found with koa-compose 4.2.
'use strict';

const { performance } = require('node:perf_hooks');
const { setTimeout: sleep } = require('node:timers/promises');

const TicTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark({ G, playerID }, cell) {
      G.cells[cell] = playerID;
    },
  },
  endIf({ G }) {
    const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    const won = lines.find(([a, b, c]) => G.cells[a] !== null && G.cells[a] === G.cells[b] && G.cells[a] === G.cells[c]);
    if (won) return { winner: G.cells[won[0]] };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

async function serve(port, apiPort, url) {
  const { Server } = require('boardgame.io/server');
  const { PostgresStore } = require('bgio-postgres');
  const db = new PostgresStore(url, { logging: false });
  await Server({ games: [TicTacToe], db, origins: ['*'] }).run({ port, lobbyConfig: { apiPort } });
}

async function post(port, path, body) {
  const response = await fetch(`http://127.0.0.1:${port}/games/tic-tac-toe/${path}`, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

// A match of two programs; each move is one that the other has seen.
async function open(port, lobby) {
  const { Client } = require('boardgame.io/client');
  const { SocketIO } = require('boardgame.io/multiplayer');
  const { matchID } = await post(lobby, 'create', { numPlayers: 2 });
  const players = [];
  for (const playerID of ['0', '1']) {
    const { playerCredentials } = await post(lobby, `${matchID}/join`, { playerID, playerName: playerID });
    const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}` });
    const client = Client({
      game: TicTacToe, multiplayer, matchID, playerID, credentials: playerCredentials, debug: false,
    });
    watch(client);
    client.start();
    players.push(client);
  }
  await Promise.all(players.map((client) => seen(client, () => true)));
  return { players, moves: 0 };
}

// One subscriber for each client: it gives several ones equal numbers when some have left.
function watch(client) {
  client.waiting = [];
  client.subscribe((state) => {
    if (state === null) return;
    client.waiting = client.waiting.filter(({ holds, resolve }) => {
      const met = holds(state);
      if (met) setImmediate(resolve);
      return !met;
    });
  });
}

function seen(client, holds) {
  const state = client.getState();
  if (state !== null && holds(state)) return Promise.resolve();
  return new Promise((resolve) => { client.waiting.push({ holds, resolve }); });
}

// A move that follows so soon that the one before is not stored yet is dropped by the server.
const LOST_MS = 1000;

async function play(port, lobby, until, told) {
  let match = await open(port, lobby);
  while (performance.now() < until) {
    const cell = match.moves;
    const mover = match.players[cell % 2];
    const other = match.players[1 - (cell % 2)];
    const begun = performance.now();
    const arrived = seen(other, (state) => state.G.cells[cell] !== null).then(() => true);
    mover.moves.mark(cell);
    const isSeen = await Promise.race([arrived, sleep(LOST_MS, false)]);
    if (isSeen) told.latencies.push(performance.now() - begun);
    else told.lost += 1;
    match.moves += 1;
    if (!isSeen || other.getState().ctx.gameover) {
      match.players.forEach((client) => client.stop());
      match = await open(port, lobby);
    }
  }
  match.players.forEach((client) => client.stop());
}

async function players(port, lobby, matches, seconds) {
  const told = { latencies: [], lost: 0 };
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const all = Promise.all(Array.from({ length: matches }, () => play(port, lobby, until, told)));
  // A match that is never told its state does not hold up the others.
  await Promise.race([all, sleep(seconds * 1000 + LOST_MS)]);
  const wall = (performance.now() - begun) / 1000;
  const { latencies, lost } = told;
  latencies.sort((a, b) => a - b);
  const at = (share) => Math.round(latencies[Math.floor(latencies.length * share)] * 10) / 10;
  console.log(JSON.stringify({
    operations: latencies.length, per_second: Math.round(latencies.length / wall), p50_ms: at(0.5), p99_ms: at(0.99), lost,
  }));
  process.exit(0);
}

const [role, ...given] = process.argv.slice(2);
const [port, lobby, ...rest] = given;
if (role === 'server') serve(Number(port), Number(lobby), rest[0]);
else players(Number(port), Number(lobby), Number(rest[0]), Number(rest[1]));
