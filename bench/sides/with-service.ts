import { startWorker } from '../harness/worker';

/** Runs `work` with the address of a service that answers at hardly any cost. */
export async function withService<T>(
  work: (baseUrl: string, count: (pathEnd: string) => Promise<number>) => Promise<T>,
): Promise<T> {
  const service = startWorker(require.resolve('../load/service'));
  try {
    return await work(await service.ask<string>('baseUrl'), (pathEnd) => service.ask<number>('count', pathEnd));
  } finally {
    await service.stop();
  }
}

export const callerSide = require.resolve('./caller');
