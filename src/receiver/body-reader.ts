import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import type { Clock } from '../clock';
import { createDeadlines, Deadline } from './deadlines';
import type { IncomingRequest } from './router';

export interface BodyLimits {
  /** 1 MiB. */
  readonly bodyLimitBytes?: number;
  /** From the end of the headers to the end of the body; 10 s. */
  readonly bodyTimeoutMs?: number;
}

/** The reason for a missing body. `compressed`: in another way than gzip, or damaged. `already-read`: a body parser was mounted before this receiver. */
export type BodyFault = 'compressed' | 'too-large' | 'too-slow' | 'aborted' | 'already-read';

export interface BodyConsumer {
  onBody(body: Buffer | BodyFault): void;
}

export interface BodyReader {
  /** A fault that the headers alone reveal. */
  checkHeaders(request: IncomingMessage): BodyFault | undefined;
  /** Reads the raw body. Call it after every check of the head: with `Expect: 100-continue` it makes the client send. */
  read(incoming: IncomingRequest, consumer: BodyConsumer): void;
  /** The content of an authenticated body, unpacked if it came with `Content-Encoding: gzip`. The limit counts for both. */
  unpack(request: IncomingMessage, body: Buffer): Buffer | BodyFault;
  close(): void;
}

const empty = Buffer.alloc(0);
const takenEncodings: ReadonlySet<string> = new Set(['identity', 'gzip']);

export function createBodyReader(
  clock: Clock,
  { bodyLimitBytes = 1024 * 1024, bodyTimeoutMs = 10_000 }: BodyLimits,
): BodyReader {
  const deadlines = createDeadlines(clock, bodyTimeoutMs);
  return {
    checkHeaders({ headers }) {
      const contentEncoding = headers['content-encoding'];
      if (contentEncoding !== undefined && !takenEncodings.has(contentEncoding.toLowerCase())) return 'compressed';
      const transferEncoding = headers['transfer-encoding'];
      if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked') return 'compressed';
      return Number(headers['content-length'] ?? 0) > bodyLimitBytes ? 'too-large' : undefined;
    },

    read({ request, response, awaitsContinue }, consumer) {
      if (request.readableEnded) {
        consumer.onBody('already-read');
        return;
      }
      const body = new IncomingBody(bodyLimitBytes, consumer);
      deadlines.start(body);
      // Also for unknown keys, because timing and status must not reveal which keys are known.
      if (awaitsContinue === true) response.writeContinue();
      // Most bodies arrive together with the head and are complete after this tick: one read() is cheaper than stream events.
      // Not later, because Node ends the connection of a client that half-closes it before the body is read.
      process.nextTick(readBody, request, body);
    },
    unpack({ headers }, body) {
      if (headers['content-encoding']?.toLowerCase() !== 'gzip') return body;
      try {
        return gunzipSync(body, { maxOutputLength: bodyLimitBytes });
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'compressed';
      }
    },
    close: deadlines.close,
  };
}

/** Collects the chunks of a body; only the first result counts. A class, because it is a {@link Deadline}. */
class IncomingBody extends Deadline {
  private firstChunk: Buffer | undefined;
  private furtherChunks: Buffer[] | undefined;
  private bytes = 0;
  private hasEnded = false;

  constructor(
    private readonly limitBytes: number,
    private readonly consumer: BodyConsumer,
  ) {
    super();
  }

  /** Returns whether to continue reading. */
  add(chunk: Buffer): boolean {
    if (this.hasEnded) return true;
    this.bytes += chunk.length;
    if (this.bytes > this.limitBytes) {
      this.end('too-large');
      return false;
    }
    if (this.firstChunk === undefined) this.firstChunk = chunk;
    else if (this.furtherChunks === undefined) this.furtherChunks = [this.firstChunk, chunk];
    else this.furtherChunks.push(chunk);
    return true;
  }

  complete(): void {
    this.end(
      this.furtherChunks === undefined ? (this.firstChunk ?? empty) : Buffer.concat(this.furtherChunks, this.bytes),
    );
  }

  abort(): void {
    this.end('aborted');
  }

  override expired(): void {
    this.end('too-slow');
  }

  private end(result: Buffer | BodyFault): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.cancel();
    this.consumer.onBody(result);
  }
}

function readBody(request: IncomingMessage, body: IncomingBody): void {
  if (request.complete) {
    const whole: Buffer | null = request.read();
    if (whole !== null) body.add(whole);
    body.complete();
  } else if (request.destroyed) body.abort();
  else readStream(request, body);
}

/** The listeners are not removed: that would cost more than ignoring later events. */
function readStream(request: IncomingMessage, body: IncomingBody): void {
  request.on('data', (chunk: Buffer) => {
    if (!body.add(chunk)) request.pause();
  });
  request.on('end', () => body.complete());
  request.on('close', () => body.abort());
}
