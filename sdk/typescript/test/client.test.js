// The client without a server: retries, pages and streams. Run by `node --test`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { ApiProblem, Client } from "../src/index.js";

/** A client that gets these responses, one after the other; `calls` are its requests. */
function clientOf(responses) {
  const calls = [];
  const fetch = async (address, options) => {
    calls.push({ address: String(address), ...options });
    const response = responses.shift();
    if (response instanceof Error) throw response;
    return response;
  };
  return { calls, site: new Client("http://abyss.test/", "abp_x", { fetch, firstPause: 1 }) };
}

const json = (body, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

test("a request is repeated under the same key", async () => {
  const { calls, site } = clientOf([
    new TypeError("away"),
    new Response(null, { status: 503 }),
    new Response(null, { status: 429, headers: { "Retry-After": "0" } }),
    json({ number: 7 }, 201),
  ]);

  assert.equal((await site.openMatch("abyss", { seats: 2 })).number, 7);
  assert.equal(new Set(calls.map((call) => call.headers["Idempotency-Key"])).size, 1);
  assert.equal(calls.length, 4);
});

test("a list is read page after page", async () => {
  const { calls, site } = clientOf([
    json({ results: [1, 2], next: "c" }),
    json({ results: [3], next: null }),
  ]);

  const entries = [];
  for await (const entry of site.matches({ mine: true })) entries.push(entry);

  assert.deepEqual(entries, [1, 2, 3]);
  assert.match(calls[1].address, /matches\/\?mine=true&cursor=c$/);
});

test("a stream goes on after the last whole event", async () => {
  const { calls, site } = clientOf([
    new Response('retry: 2\n\nid: 1\nevent: move\ndata: {"match": 3}\n\n:\n\nid: 2\nevent: mo'),
    new Response('event: start_over\ndata: {}\n\nid: 9\nevent: move\ndata: {"match": 3}\n\n'),
  ]);

  const kinds = [];
  for await (const event of site.events("0")) {
    kinds.push(event.event);
    if (kinds.length === 3) break;
  }

  assert.deepEqual(kinds, ["move", "start_over", "move"]);
  assert.deepEqual(calls.map((call) => call.headers["Last-Event-ID"]), ["0", "1"]);
});

test("events bring new questions", async () => {
  const question = { id: "q", token: "t", answered: null };
  const sealed = { ...question, id: "s", answered: "buy" };
  const { calls, site } = clientOf([
    json({ results: [{ id: "1", event: "moved" }], next: "1", start_over: false }),
    json({ results: [], next: null, start_over: false }),
    json({ results: [], next: null }),
    json({
      results: [{ question }, { question: sealed }, { question: null }, { question }, {}],
      next: "2",
      start_over: false,
    }),
  ]);

  assert.deepEqual((await site.questions().next()).value, question);
  assert.match(calls[0].address, /questions=false$/);
  assert.match(calls[3].address, /after=1&wait=25&questions=true$/);
  assert.equal(calls.length, 4);
});

test("a stream that is refused says why", async () => {
  const { site } = clientOf([json({ code: "not_authenticated", detail: "Sign in." }, 401)]);

  await assert.rejects(site.events().next(), ApiProblem);
});

test("the types name every method", () => {
  const types = readFileSync(new URL("../src/index.d.ts", import.meta.url), "utf8");
  const methods = Object.getOwnPropertyNames(Client.prototype);

  assert.deepEqual(methods.filter((name) => !new RegExp(`  ${name}[<(]`).test(types)), []);
});
