import { IncomingMessage } from 'node:http';

/** Takes a body piece by piece. */
export interface BodySink {
  /** Whether it wants more; what comes after a refusal is read away. */
  piece(chunk: Buffer): boolean;
  ended(): void;
  /** The connection ended before the body did. */
  aborted(): void;
}

/**
 * A request that hands its body to whoever asks before the first piece has come: as a stream it would pass through events and
 * ticks that cost half as much as verifying it. A request that nobody asks is the stream that it always was.
 */
export class CollectingRequest extends IncomingMessage {
  static {
    // Typed as a property, which no accessor may override.
    Object.defineProperty(CollectingRequest.prototype, 'readableEnded', {
      get(this: CollectingRequest) {
        return this.isCollected || Reflect.get(IncomingMessage.prototype, 'readableEnded', this);
      },
    });
  }

  /** Whether the client holds its body back until it is sent 100 Continue. */
  awaitsContinue = false;
  private sink: BodySink | undefined;
  private isStream = false;
  private isCollected = false;

  /** False where it is too late, and the body has to be read as a stream. */
  collect(sink: BodySink): boolean {
    if (this.isStream) return false;
    this.sink = sink;
    return true;
  }

  /** Node's parser pushes the pieces, and null at the end. */
  override push(chunk: Buffer | null): boolean {
    const { sink } = this;
    if (sink === undefined) {
      this.isStream = true;
      return super.push(chunk);
    }
    if (chunk !== null) {
      if (sink.piece(chunk)) return true;
      this.sink = undefined;
      return false;
    }
    this.sink = undefined;
    this.isCollected = true;
    sink.ended();
    return false;
  }

  /** Node's server reads away what is left of a body once it is answered: here there is nothing left. */
  override resume(): this {
    return this.isCollected ? this : super.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.sink?.aborted();
    super._destroy(error, callback);
  }
}
