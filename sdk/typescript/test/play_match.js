// Two clients play a match to its end: node play_match.js ADDRESS GAME TOKEN TOKEN

import { Client, StaleQuestion } from "../src/index.js";

const [address, game, ...tokens] = process.argv.slice(2);
const sites = tokens.map((token) => new Client(address, token, { firstPause: 1 }));
const { number } = await sites[0].openMatch(game, { seats: 2 });
await sites[1].joinMatch(number);
let stale = "";
while ((await sites[0].match(number)).status !== "finished") {
  for (const site of sites) {
    for await (const question of site.openQuestions()) {
      const choice = question.answers[Math.floor(Math.random() * question.answers.length)];
      const key = crypto.randomUUID();
      const move = await site.answer(question, { number: choice.number }, key);
      if (stale || question.sealed) continue;
      const again = await site.answer(question, { number: choice.number }, key);
      if (again.id !== move.id) throw new Error("a repeated answer is another move");
      try {
        await site.answer(question, { number: 1 });
      } catch (problem) {
        if (!(problem instanceof StaleQuestion)) throw problem;
        stale = problem.closedBy;
      }
    }
  }
}
let moves = 0;
for await (const move of sites[1].history(number)) moves += move ? 1 : 0;
console.log(JSON.stringify({ number, moves, stale, name: (await sites[0].me()).display_name }));
