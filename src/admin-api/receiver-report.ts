import type { SharedTexts } from './text-key';

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

/** As texts name it. */
type WebhookKind = keyof SharedTexts['webhook'];

/** What a receiving node knows of itself, and the service of its stream or webhooks. */
export interface ReceiverReport {
  readonly url?: string;
  readonly state?: keyof SharedTexts['receiver']['in'];
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
  readonly deliveries?: readonly { readonly kind: WebhookKind; readonly at: number }[];
  readonly drift?: Readonly<Partial<Record<WebhookKind, keyof SharedTexts['receiver']['is']>>>;
}

/** How far a request came that went out to the public address. */
export interface OutsideTest {
  readonly url: string;
  readonly steps: readonly {
    readonly step: keyof SharedTexts['outside']['step'];
    readonly ok: boolean;
    readonly detail: string;
    /** Why it failed; of a step that did not fail, what is to be known all the same. */
    readonly finding?: {
      readonly key: keyof SharedTexts['outside']['finding'];
      readonly params: Readonly<Record<string, string>>;
    };
    readonly refusal?: ShownRefusal;
  }[];
  /** The newest request of the service that was accepted; absent if there was none since the endpoint was deployed. */
  readonly proof?: {
    readonly kind: keyof SharedTexts['outside']['proof'];
    readonly at: number;
    readonly simulated: boolean;
  };
}

/** The settings of Node-RED on which the address of an endpoint on its port depends. */
export interface EndpointFacts {
  readonly httpNodeAuth: boolean;
  /** `false` if Node-RED serves no HTTP nodes. */
  readonly httpNodeRoot: string;
  /** Where its server is reached from its own machine. */
  readonly serverOrigin: string;
}
