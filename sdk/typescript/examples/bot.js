// A bot for every game: ABYSS_TOKEN=abp_... node examples/bot.js http://localhost:8000 abyss

import { ApiProblem, Client } from "../src/index.js";

const [address, game] = process.argv.slice(2);
const site = new Client(address, process.env.ABYSS_TOKEN);
if (game) console.log("match", (await site.openMatch(game, { seats: 2, bots: 1 })).number);
for await (const question of site.questions()) {
  const choice = question.answers[Math.floor(Math.random() * question.answers.length)];
  try {
    await site.answer(question, { number: choice.number });
    console.log(question.text, "->", choice.words);
  } catch (problem) {
    if (!(problem instanceof ApiProblem)) throw problem;
    console.log(problem.message);
  }
}
