// The types of the client. A site may add fields; these are the ones to rely on.

export type Argument = string | number | string[] | Record<string, number>;

export interface Me {
  display_name: string;
  language: string;
  scopes: string[];
}

export interface Seat {
  number: number;
  name: string;
  is_bot: boolean;
  player: string | null;
  /** Null until the end, as the score. */
  place: number | null;
  score: number | null;
}

export interface Match {
  id: string;
  number: number;
  game: string;
  status: string;
  /** Your own seat, null if you have none. */
  seat: number | null;
  seats: Seat[];
  options: Record<string, unknown>;
  started_at: string | null;
  finished_at: string | null;
}

export interface Answer {
  number: number;
  verb: string;
  args: Record<string, Argument>;
  words: string;
  hint: string;
}

export interface Choice {
  verb: string;
  args: Record<string, Argument>;
  slots: Record<string, unknown>[];
}

export interface Prompt {
  id: string;
  /** Null without the scope `play`. */
  token: string | null;
  match: number;
  game: string;
  seat: number;
  question: string;
  sealed: boolean;
  opened_at: string;
  deadline_at: string | null;
}

export interface Question extends Prompt {
  text: string;
  facts: Record<string, unknown>;
  answers: Answer[];
  choices: Choice[];
  fallback: string;
  /** What you have sealed so far, in words. */
  answered: string | null;
}

export interface Move {
  id: string;
  match: number;
  seat: number;
  verb: string;
  args: Record<string, Argument>;
  words: string;
  played_at: string;
}

export interface MatchView {
  game: string;
  match: Match;
  view: Record<string, unknown> | null;
  text: string;
  question: Question | null;
}

export interface Invitation {
  id: string;
}

export interface Token {
  id: string;
  name: string;
  scopes: string[];
  /** Only in the response that made it. */
  secret?: string | null;
}

/** Something that has happened to you; what else it has depends on `event`. */
export interface PlayerEvent {
  id: string;
  event: string;
  match?: number | null;
  /** With `prompt_opened` and `reminder`: the question as it is now; null: not open any more. */
  question?: Question | null;
  [name: string]: unknown;
}

export interface EventPage {
  results: PlayerEvent[];
  next: string | null;
  start_over: boolean;
}

/** Exactly one form of an answer. */
export type Submission =
  | { number: number }
  | { line: string }
  | { verb: string; args?: Record<string, Argument> };

export type Parameters = Record<string, string | number | boolean | null | undefined>;

export interface RequestOptions {
  body?: unknown;
  parameters?: Parameters;
  /** The idempotency key of a POST; one is drawn if it is left out. */
  key?: string;
}

export interface ClientOptions {
  language?: string;
  /** How often a request that failed on the way, or with 429 or 5xx, is repeated: 6 times. */
  retries?: number;
  fetch?: typeof fetch;
  /** The first pause before a repetition, in milliseconds. */
  firstPause?: number;
}

/** A refused request (RFC 9457); nothing has changed. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly document: Record<string, unknown>;
  constructor(status: number, document: Record<string, unknown>);
}

/** The question is not open any more. */
export class StaleQuestion extends ApiProblem {
  get closedBy(): string;
}

/** One site, asked with one token. */
export class Client {
  constructor(address: string, token?: string | null, options?: ClientOptions);
  /** Send a request to an address below /api/v1/. Rejects with ApiProblem. */
  request<T = unknown>(method: string, path: string, options?: RequestOptions): Promise<T>;
  /** The entries of a list, page after page. */
  pages<T = unknown>(path: string, parameters?: Parameters): AsyncGenerator<T, void, void>;

  me(): Promise<Me>;
  tokens(): AsyncGenerator<Token, void, void>;
  makeToken(name: string, scopes: string[]): Promise<Token>;
  revokeToken(id: string): Promise<void>;

  matches(filters?: Parameters): AsyncGenerator<Match, void, void>;
  match(number: number): Promise<Match>;
  openMatch(
    game: string,
    settings: { seats: number; bots?: number; [name: string]: unknown },
    key?: string,
  ): Promise<Match>;
  joinMatch(number: number, how?: { word?: string; invitation?: string }): Promise<Match>;
  resign(number: number): Promise<void>;
  view(number: number): Promise<MatchView>;
  history(number: number): AsyncGenerator<Record<string, unknown>, void, void>;
  writeChat(number: number, text: string): Promise<void>;
  invitations(): AsyncGenerator<Invitation, void, void>;
  acceptInvitation(id: string): Promise<void>;

  prompts(): AsyncGenerator<Prompt, void, void>;
  question(token: string): Promise<Question>;
  /** Answer a question or its token. Rejects with StaleQuestion if something was faster. */
  answer(prompt: Prompt | string, submission: Submission, key?: string): Promise<Move>;
  /** The questions that are open now and that you have not answered. */
  openQuestions(): AsyncGenerator<Question, void, void>;
  /** The open questions, and then every new one as events bring it, for ever. */
  questions(): AsyncGenerator<Question, void, void>;
  nextEvents(
    after?: string | null,
    wait?: number,
    options?: { questions?: boolean },
  ): Promise<EventPage>;
  /** Your events over streams that are resumed; `start_over`: fetch everything again. */
  events(after?: string | null): AsyncGenerator<PlayerEvent, void, void>;
}
