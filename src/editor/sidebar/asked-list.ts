import { element } from '..';
import { sidebarText } from './sidebar-text';

/** Its answers come from the memory of the runtime: nothing is asked of the service. */
const refreshMs = 2_000;
/** The pause after a failure; it doubles with each further one. */
const retry = { firstMs: 5_000, longestMs: 60_000 };
/** What takes longer shows that it is under way. */
const patienceMs = 1_000;

interface AskedListOptions<T> {
  readonly account: () => string | undefined;
  readonly ask: (account: string) => Promise<T>;
  /** Shows an answer, and tells what stands above it; undefined: nothing is known any more. */
  readonly show: (answer: T | undefined) => string;
}

/** A list that is asked for while it can be seen, and what a person has it do. */
export interface AskedList<T> {
  /** What is wrong or missing. */
  readonly note: HTMLElement;
  /** How it ended what a person has asked for. */
  readonly said: HTMLElement;
  open(): void;
  close(): void;
  reload(): void;
  /** Has something done that answers with the list, and says how it ended. */
  perform(done: string, request: (account: string) => Promise<T>): Promise<void>;
}

export function createAskedList<T>({ account, ask, show }: AskedListOptions<T>): AskedList<T> {
  const note = element('div', { class: 'breakerflow-note', role: 'status' });
  const said = element('div', { class: 'breakerflow-note', role: 'status' });
  let shownOf: string | undefined;
  let isOpen = false;
  let turn = 0;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const looking = () => isOpen && !document.hidden && account() !== undefined;
  document.addEventListener('visibilitychange', () => askIn(0));

  function askIn(delayMs: number): void {
    clearTimeout(timer);
    if (looking()) timer = setTimeout(() => void load(), delayMs);
  }

  async function load(): Promise<void> {
    clearTimeout(timer);
    turn += 1;
    const mine = turn;
    const id = account();
    if (id !== shownOf) clear(id);
    if (id === undefined || !looking()) return;
    let nextMs = refreshMs;
    try {
      const answer = await ask(id);
      if (mine !== turn) return;
      failures = 0;
      take(answer);
    } catch (error) {
      if (mine !== turn) return;
      nextMs = Math.min(retry.longestMs, retry.firstMs * 2 ** failures);
      failures += 1;
      clear(id);
      tellFailure(note, error);
    }
    askIn(nextMs);
  }

  function take(answer: T): void {
    note.className = 'breakerflow-note';
    note.textContent = show(answer);
  }

  /** What is not known any more is not shown. */
  function clear(id: string | undefined): void {
    shownOf = id;
    said.textContent = '';
    note.className = 'breakerflow-note';
    note.textContent = show(undefined);
  }

  async function perform(done: string, request: (id: string) => Promise<T>): Promise<void> {
    const id = account();
    if (id === undefined) return;
    turn += 1;
    const mine = turn;
    clearTimeout(timer);
    said.className = 'breakerflow-note';
    said.textContent = '';
    const startedMs = performance.now();
    const waiting = setInterval(() => {
      said.textContent = sidebarText('operate.working', {
        seconds: Math.round((performance.now() - startedMs) / 1000),
      });
    }, patienceMs);
    try {
      const answer = await request(id);
      if (id !== account()) return;
      if (mine === turn) take(answer);
      said.textContent = done;
    } catch (error) {
      tellFailure(said, error);
    } finally {
      clearInterval(waiting);
      if (mine === turn) askIn(refreshMs);
    }
  }

  return {
    note,
    said,
    open() {
      isOpen = true;
      said.textContent = '';
      void load();
    },
    close() {
      isOpen = false;
      clearTimeout(timer);
    },
    reload: () => void load(),
    perform,
  };
}

function tellFailure(host: HTMLElement, error: unknown): void {
  host.className = 'breakerflow-error';
  host.textContent = error instanceof Error ? error.message : String(error);
}
