/** Something at the service whose node, or whose account, was deleted. */
export interface MadeByGone {
  readonly id: string;
  readonly kind: 'stream' | 'webhook' | 'schedules' | 'udpKey';
  readonly nodeId: string;
  readonly nodeName: string;
  /** The origin of the service, or `simulator`; empty where it is not known. */
  readonly service: string;
  /** The address or id at the service. */
  readonly what: string;
  /** Epoch ms. */
  readonly madeAt: number;
  /** Why it was not taken back. */
  readonly why: 'pending' | 'failed' | 'undecided' | 'account';
  readonly failure?: string;
}
