/** A request that was refused, without secrets. */
export interface ShownRefusal {
  readonly check: string;
  readonly reason: string;
  readonly detail: unknown;
  readonly status: number;
  /** Epoch ms. */
  readonly at: number;
  readonly remote: string;
}

/** What a receiving node knows of itself, and the service of its stream or webhooks. */
export interface ReceiverReport {
  readonly url?: string;
  readonly state?: string;
  readonly refusals?: readonly ShownRefusal[];
  readonly accessKeyIds?: readonly string[];
  readonly streamId?: string | undefined;
  readonly attached?: number;
  readonly health?: readonly {
    readonly deviceId: string;
    readonly code?: number;
    readonly message: string;
    readonly at?: string | undefined;
  }[];
  readonly deliveries?: readonly { readonly kind: string; readonly at: number }[];
  readonly drift?: Readonly<Record<string, string>>;
}

/** How far a request came that went out to the public address. */
export interface OutsideTest {
  readonly url: string;
  readonly steps: readonly {
    readonly step: string;
    readonly ok: boolean;
    readonly detail: string;
    readonly refusal?: ShownRefusal;
  }[];
}

/** What decides, besides a node's own settings, where an endpoint on Node-RED's port is reached. */
export interface EndpointFacts {
  readonly httpNodeAuth: boolean;
  /** `false` where Node-RED serves no flows. */
  readonly httpNodeRoot: string;
}
