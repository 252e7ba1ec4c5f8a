import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock';
import { createDeadlines } from './deadlines';

export interface BodyLimits {
  /** 1 MiB. */
  readonly bodyLimitBytes?: number;
  /** From the end of the headers to the end of the body; 10 s. */
  readonly bodyTimeoutMs?: number;
}

/** Why there is no body: `already-read` is the mark of a body parser that was mounted before us. */
export type BodyFault = 'compressed' | 'too-large' | 'too-slow' | 'aborted' | 'already-read';

export interface BodyIntake {
  /** What the headers alone say against the body. */
  announced(request: IncomingMessage): BodyFault | undefined;
  /** The unparsed body. */
  read(request: IncomingMessage): Promise<Buffer | BodyFault>;
  close(): void;
}

const EMPTY = Buffer.alloc(0);

export function createBodyIntake(
  clock: Clock,
  { bodyLimitBytes = 1024 * 1024, bodyTimeoutMs = 10_000 }: BodyLimits,
): BodyIntake {
  const deadlines = createDeadlines(clock, bodyTimeoutMs);
  return {
    announced({ headers }) {
      const contentEncoding = headers['content-encoding'];
      if (contentEncoding !== undefined && contentEncoding.toLowerCase() !== 'identity') return 'compressed';
      const transferEncoding = headers['transfer-encoding'];
      if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked') return 'compressed';
      return Number(headers['content-length'] ?? 0) > bodyLimitBytes ? 'too-large' : undefined;
    },

    read(request) {
      if (request.readableEnded) return Promise.resolve('already-read');
      return new Promise((resolve) => {
        let first: Buffer = EMPTY;
        let others: Buffer[] | undefined;
        let bytes = 0;

        const end = (result: Buffer | BodyFault) => {
          deadline.cancel();
          request.off('data', onData).off('end', onEnd).off('close', onClose);
          resolve(result);
        };
        const onData = (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > bodyLimitBytes) {
            request.pause();
            end('too-large');
          } else if (first === EMPTY) first = chunk;
          else if (others === undefined) others = [first, chunk];
          else others.push(chunk);
        };
        const onEnd = () => end(others === undefined ? first : Buffer.concat(others, bytes));
        const onClose = () => end('aborted');
        const deadline = deadlines.start(() => end('too-slow'));
        request.on('data', onData).on('end', onEnd).on('close', onClose);
      });
    },
    close: deadlines.close,
  };
}
