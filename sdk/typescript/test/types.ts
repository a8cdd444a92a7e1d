// What a strict compiler accepts: `npm run check`.

import { Client, StaleQuestion, type Move, type Question } from "abyss-by-post-client";

export async function play(site: Client): Promise<Move | null> {
  for await (const question of site.questions()) {
    const typed: Question = question;
    const [first] = typed.answers;
    if (!first) continue;
    try {
      return await site.answer(typed, { number: first.number });
    } catch (problem) {
      if (problem instanceof StaleQuestion) console.log(problem.closedBy);
      else throw problem;
    }
  }
  // @ts-expect-error An answer has one form.
  await site.answer("token", { number: 1, line: 2 });
  return null;
}
