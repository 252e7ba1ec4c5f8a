import { ask, randomId } from '../../src/editor';

const everyMs = 5_000;

interface DrawsOptions {
  /** The id of a deployed account; undefined: nothing can be asked. */
  readonly account: () => string | undefined;
  readonly devices: () => readonly string[];
  readonly onWatts: (watts: ReadonlyMap<string, number>) => void;
}

/** Asks what the devices draw while the dialog is open. */
export function watchDraws({ account, devices, onWatts }: DrawsOptions): () => void {
  const view = randomId();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  async function look(): Promise<void> {
    const id = account();
    const ids = devices();
    if (id !== undefined && ids.length > 0 && !document.hidden) {
      const query = { view, devices: ids.join(',') };
      // Without an answer the rows show no power; whether the account works is told where the devices are.
      const answer = await ask('GET accounts/:id/live', { params: { id }, query }).catch(() => undefined);
      if (isClosed) return;
      if (answer !== undefined && id === account())
        onWatts(
          new Map(
            Object.entries(answer.devices).flatMap(([deviceId, { watts }]): [string, number][] =>
              watts === undefined ? [] : [[deviceId, watts]],
            ),
          ),
        );
    }
    if (!isClosed) timer = setTimeout(look, everyMs);
  }

  look();
  return () => {
    isClosed = true;
    clearTimeout(timer);
  };
}
