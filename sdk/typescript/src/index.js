// The client of the API: `fetch`, and no dependencies. Its types are in `index.d.ts`.

const LONGEST_PAUSE = 30_000;
// A stream sends something every fifteen seconds.
const STREAM_TIMEOUT = 45_000;
const REQUEST_TIMEOUT = 30_000;
// For how many seconds a list of events waits, and the shortest pause between two lists in ms.
const LONGEST_WAIT = 25;
const SHORTEST_WAIT = 1000;

const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class ApiProblem extends Error {
  constructor(status, document) {
    super(`${status} ${document.code ?? ""}: ${document.detail ?? ""}`);
    this.name = new.target.name;
    this.status = status;
    this.document = document;
    this.code = String(document.code ?? "");
    this.detail = String(document.detail ?? "");
  }
}

export class StaleQuestion extends ApiProblem {
  get closedBy() {
    return String(this.document.closed_by ?? "");
  }
}

async function readResponse(response) {
  const text = await response.text();
  const isJson = (response.headers.get("Content-Type") ?? "").includes("json");
  if (response.ok) return text && isJson ? JSON.parse(text) : text || null;
  let problem;
  try {
    problem = JSON.parse(text);
  } catch {
    problem = { detail: text.slice(0, 200) };
  }
  throw new (problem.code === "stale" ? StaleQuestion : ApiProblem)(response.status, problem);
}

function findToken(prompt) {
  const token = typeof prompt === "string" ? prompt : prompt.token;
  if (token === null) throw new Error("Questions are answered with a token of the scope `play`.");
  return token;
}

/** The questions that events bring and that wait for an answer, each once. */
function findQuestions(events) {
  const questions = events.map((event) => event.question).filter(Boolean);
  const byId = new Map(questions.map((question) => [question.id, question]));
  return [...byId.values()].filter((question) => question.answered === null);
}

/** Server-sent events line by line; remembers the last id, from which a stream goes on. */
class StreamReader {
  constructor(lastId) {
    this.lastId = lastId;
    this.forget();
  }

  /** Forget an event that a stream has broken off in. */
  forget() {
    this.nextId = null;
    this.kind = "";
    this.data = [];
  }

  /** Return the event that a line completes, null for every other line. */
  readLine(line) {
    if (line) {
      const at = line.indexOf(":");
      const name = at < 0 ? line : line.slice(0, at);
      const value = at < 0 ? "" : line.slice(at + 1).replace(/^ /, "");
      if (name === "id") this.nextId = value;
      else if (name === "event") this.kind = value;
      else if (name === "data") this.data.push(value);
      return null;
    }
    const { kind, data } = this;
    this.lastId = this.nextId ?? this.lastId;
    this.kind = "";
    this.data = [];
    if (!data.length) return null;
    if (kind === "start_over") this.lastId = this.nextId = null;
    return { id: "", ...JSON.parse(data.join("\n")), event: kind };
  }
}

async function* iterLines(body, heard) {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

export class Client {
  #headers;
  #retries;
  #fetch;
  #firstPause;
  #address;

  constructor(address, token = null, options = {}) {
    this.#address = `${address.replace(/\/+$/, "")}/api/v1/`;
    this.#headers = {
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(options.language ? { "Accept-Language": options.language } : {}),
    };
    this.#retries = options.retries ?? 6;
    this.#fetch = options.fetch ?? ((...request) => fetch(...request));
    this.#firstPause = options.firstPause ?? 500;
  }

  /** Milliseconds to wait after a failed attempt; null: the response is final. */
  #pause(attempt, response) {
    const pause = Math.min(LONGEST_PAUSE, this.#firstPause * 2 ** attempt);
    const jittered = pause * (0.5 + Math.random() / 2);
    if (response && response.status !== 429 && response.status < 500) return null;
    const asked = response?.headers.get("Retry-After") ?? "";
    return /^\d+$/.test(asked) ? Math.max(jittered, 1000 * Number(asked)) : jittered;
  }

  async request(method, path, { body, parameters = {}, key } = {}) {
    const address = new URL(path, this.#address);
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== null && value !== undefined) address.searchParams.set(name, String(value));
    }
    const headers = { ...this.#headers };
    const content = method === "POST" ? (body ?? {}) : body;
    if (content !== undefined) headers["Content-Type"] = "application/json";
    if (method === "POST") headers["Idempotency-Key"] = key ?? crypto.randomUUID();
    const options = { method, headers, body: content && JSON.stringify(content) };
    for (let attempt = 0; ; attempt += 1) {
      let response = null;
      let failure = null;
      try {
        const signal = AbortSignal.timeout(REQUEST_TIMEOUT);
        response = await this.#fetch(address, { ...options, signal });
      } catch (error) {
        failure = error;
      }
      const pause = this.#pause(attempt, response);
      if (pause === null || attempt === this.#retries) {
        if (response === null) throw failure;
        return readResponse(response);
      }
      await response?.body?.cancel();
      await sleep(pause);
    }
  }

  async *pages(path, parameters = {}) {
    let cursor = null;
    do {
      const page = await this.request("GET", path, { parameters: { ...parameters, cursor } });
      yield* page.results;
      cursor = page.next;
    } while (cursor !== null);
  }

  me() {
    return this.request("GET", "me/");
  }

  tokens() {
    return this.pages("me/tokens/");
  }

  makeToken(name, scopes) {
    return this.request("POST", "me/tokens/", { body: { name, scopes } });
  }

  async revokeToken(id) {
    await this.request("DELETE", `me/tokens/${id}/`);
  }

  matches(filters = {}) {
    return this.pages("matches/", filters);
  }

  match(number) {
    return this.request("GET", `matches/${number}/`);
  }

  openMatch(game, settings, key) {
    return this.request("POST", "matches/", { body: { game, ...settings }, key });
  }

  joinMatch(number, how = {}) {
    return this.request("POST", `matches/${number}/join/`, { body: how });
  }

  async resign(number) {
    await this.request("POST", `matches/${number}/resign/`);
  }

  view(number) {
    return this.request("GET", `matches/${number}/view/`);
  }

  history(number) {
    return this.pages(`matches/${number}/history/`);
  }

  async writeChat(number, text) {
    await this.request("POST", `matches/${number}/chat/`, { body: { text } });
  }

  invitations() {
    return this.pages("me/invitations/");
  }

  async acceptInvitation(id) {
    await this.request("POST", `me/invitations/${id}/accept/`);
  }

  prompts() {
    return this.pages("prompts/");
  }

  question(token) {
    return this.request("GET", `prompts/${token}/`);
  }

  answer(prompt, submission, key) {
    return this.request("POST", `prompts/${findToken(prompt)}/answer/`, { body: submission, key });
  }

  async *openQuestions() {
    for await (const prompt of this.prompts()) {
      let question;
      try {
        question = await this.question(findToken(prompt));
      } catch (problem) {
        if (problem instanceof ApiProblem && [404, 409].includes(problem.status)) continue;
        throw problem;
      }
      if (question.answered === null) yield question;
    }
  }

  async *questions() {
    let position = null;
    let wait = 0;
    for (;;) {
      const beganAt = Date.now();
      const page = await this.nextEvents(position, wait, { questions: wait > 0 });
      position = page.start_over ? null : (page.next ?? position);
      if (page.start_over) wait = 0;
      if (page.results.length || page.start_over) {
        yield* findQuestions(page.results);
        continue;
      }
      // A site that cannot wait answers at once.
      if (wait) await sleep(Math.max(0, SHORTEST_WAIT - (Date.now() - beganAt)));
      yield* this.openQuestions();
      wait = LONGEST_WAIT;
    }
  }

  nextEvents(after = null, wait = 0, { questions = true } = {}) {
    const parameters = { after, wait: wait || null, questions };
    return this.request("GET", "me/events/", { parameters });
  }

  async *events(after = null) {
    const reader = new StreamReader(after);
    for (let failures = 0; ; failures += 1) {
      const silence = new AbortController();
      const response = await this.#openStream(reader, silence);
      if (response?.body && response.ok) {
        failures = 0;
        yield* this.#readStream(response, reader, silence);
      }
      const pause = response?.ok ? this.#firstPause : this.#pause(failures, response);
      if (pause === null) await readResponse(response);
      await sleep(pause ?? this.#firstPause);
    }
  }

  async #openStream(reader, silence) {
    reader.forget();
    const headers = { ...this.#headers, Accept: "text/event-stream" };
    if (reader.lastId) headers["Last-Event-ID"] = reader.lastId;
    const timer = setTimeout(() => silence.abort(), STREAM_TIMEOUT);
    try {
      const address = new URL("me/events/", this.#address);
      return await this.#fetch(address, { headers, signal: silence.signal });
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  async *#readStream(response, reader, silence) {
    const end = () => silence.abort();
    let timer = setTimeout(end, STREAM_TIMEOUT);
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(end, STREAM_TIMEOUT);
    };
    const lines = iterLines(response.body, heard);
    try {
      for (;;) {
        let line;
        try {
          line = await lines.next();
        } catch {
          return; // The connection has broken off.
        }
        if (line.done) return;
        const event = reader.readLine(line.value);
        if (event) yield event;
      }
    } finally {
      clearTimeout(timer);
      await lines.return();
    }
  }
}
