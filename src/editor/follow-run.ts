import { element } from './element';

const pauseMs = 500;
/** Whatever takes longer shows how far it has come. */
const patienceMs = 1_000;

interface FollowOptions<T> {
  readonly ask: (again: 'yes' | 'no') => Promise<T>;
  /** Shows the progress; nobody waits any more when it has left the page. */
  readonly host: HTMLElement;
  readonly progress: (found: T) => { readonly done: number; readonly total: number; readonly text: string };
}

/** Begins what the runtime does device by device, and asks until it is finished; undefined when nobody waits any more. */
export async function followRun<T extends { readonly finished: boolean }>({
  ask,
  host,
  progress,
}: FollowOptions<T>): Promise<T | undefined> {
  const startedMs = performance.now();
  for (let again: 'yes' | 'no' = 'yes'; host.isConnected; again = 'no') {
    const found = await ask(again);
    if (found.finished) return found;
    if (performance.now() - startedMs > patienceMs) show(progress(found));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return undefined;

  function show({ done, total, text }: ReturnType<typeof progress>): void {
    const bar = element('progress', { 'aria-label': text });
    if (total > 0) {
      bar.max = total;
      bar.value = done;
    }
    host.replaceChildren(bar, element('span', {}, [text]));
  }
}
