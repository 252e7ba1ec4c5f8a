/** A request of the service that was accepted: it proves that the public address leads here, which no test from here can. */
export interface Proof {
  readonly kind: 'validation' | 'push' | 'webhook';
  /** Epoch ms. */
  readonly at: number;
  /** It came from the built-in simulator, which takes the way on this machine: it proves nothing of the public address. */
  readonly simulated: boolean;
}
