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
  /** Hands over the unparsed body, once. */
  read(request: IncomingMessage, onBody: (body: Buffer | BodyFault) => void): void;
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

    read(request, onBody) {
      if (request.readableEnded) {
        onBody('already-read');
        return;
      }
      let first: Buffer | undefined;
      let others: Buffer[] | undefined;
      let bytes = 0;
      let ended = false;

      // The listeners stay: removing them costs more than ignoring what they hear.
      const end = (result: Buffer | BodyFault) => {
        if (ended) return;
        ended = true;
        deadline.cancel();
        onBody(result);
      };
      const deadline = deadlines.start(() => end('too-slow'));
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (ended) return;
        if (bytes > bodyLimitBytes) {
          request.pause();
          end('too-large');
        } else if (first === undefined) first = chunk;
        else if (others === undefined) others = [first, chunk];
        else others.push(chunk);
      });
      request.on('end', () => end(others === undefined ? (first ?? EMPTY) : Buffer.concat(others, bytes)));
      request.on('close', () => end('aborted'));
    },
    close: deadlines.close,
  };
}
