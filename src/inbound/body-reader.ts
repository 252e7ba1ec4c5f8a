import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../clock';
import { type BodySink, CollectingRequest } from './collecting-request';
import { createDeadlines, Deadline } from './deadlines';

export interface BodyLimits {
  /** 1 MiB. */
  readonly bodyLimitBytes?: number;
  /** From the end of the headers to the end of the body; 10 s. */
  readonly bodyTimeoutMs?: number;
}

/** Why there is no body: `already-read` is the mark of a body parser that was mounted before us. */
export type BodyFault = 'compressed' | 'too-large' | 'too-slow' | 'aborted' | 'already-read';

export interface BodyTaker {
  takeBody(body: Buffer | BodyFault): void;
}

interface IncomingExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface BodyIntake {
  /** What the headers alone say against the body. */
  announced(request: IncomingMessage): BodyFault | undefined;
  /** Hands over the unparsed body, once; to be called when the head has passed every check, as it lets the client send. */
  read(incoming: IncomingExchange, taker: BodyTaker): void;
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

    read({ request, response }, taker) {
      if (request.readableEnded) {
        taker.takeBody('already-read');
        return;
      }
      const body = new ArrivingBody(bodyLimitBytes, taker);
      deadlines.start(body);
      if (!(request instanceof CollectingRequest)) {
        readStream(request, body);
        return;
      }
      if (!request.collect(body)) readStream(request, body);
      // Not withheld from unknown keys: that would tell which ones are known.
      if (request.awaitsContinue) response.writeContinue();
    },
    close: deadlines.close,
  };
}

/** What has come of a body; the first end counts. */
class ArrivingBody extends Deadline implements BodySink {
  private first: Buffer | undefined;
  private others: Buffer[] | undefined;
  private bytes = 0;
  private hasEnded = false;

  constructor(
    private readonly limitBytes: number,
    private readonly taker: BodyTaker,
  ) {
    super();
  }

  piece(chunk: Buffer): boolean {
    if (this.hasEnded) return true;
    this.bytes += chunk.length;
    if (this.bytes > this.limitBytes) {
      this.end('too-large');
      return false;
    }
    if (this.first === undefined) this.first = chunk;
    else if (this.others === undefined) this.others = [this.first, chunk];
    else this.others.push(chunk);
    return true;
  }

  ended(): void {
    this.end(this.others === undefined ? (this.first ?? EMPTY) : Buffer.concat(this.others, this.bytes));
  }

  aborted(): void {
    this.end('aborted');
  }

  override expired(): void {
    this.end('too-slow');
  }

  private end(result: Buffer | BodyFault): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.cancel();
    this.taker.takeBody(result);
  }
}

/** The listeners stay: removing them costs more than ignoring what they hear. */
function readStream(request: IncomingMessage, body: BodySink): void {
  request.on('data', (chunk: Buffer) => {
    if (!body.piece(chunk)) request.pause();
  });
  request.on('end', () => body.ended());
  request.on('close', () => body.aborted());
}
