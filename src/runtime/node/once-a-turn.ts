/**
 * Coalesces calls within a turn of the event loop, such as the writes of a state file: a sync to the disk takes milliseconds. Every
 * caller gets the promise of the one run that follows; it rejects with what `run` throws.
 */
export function onceATurn(run: () => void): () => Promise<void> {
  let coming: Promise<void> | undefined;
  return () => {
    coming ??= new Promise((resolve, reject) => {
      setImmediate(() => {
        coming = undefined;
        try {
          run();
          resolve();
        } catch (error) {
          reject(error);
        }
      });
    });
    return coming;
  };
}
