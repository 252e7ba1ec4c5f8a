import type english from '../../plugins/site-sidebar/locales/en-US/site-sidebar.json';

/** One part of what the service says of an account, or why it could not be asked. */
export type HealthPart<T> = { readonly items: readonly T[] } | { readonly error: string };

export interface StreamHealth {
  readonly id: string;
  readonly description: string;
  readonly format: string;
  /** Where it pushes to, for webhook streams. */
  readonly target?: string;
  readonly attached: number;
  readonly devices: readonly {
    readonly deviceId: string;
    readonly code?: number;
    readonly message: string;
    readonly at?: string;
  }[];
}

/** What the service knows of an account besides its devices. Holds no secret. */
export interface AccountHealth {
  /** The service's time, epoch milliseconds: a simulator may have it ahead of ours. */
  readonly nowMs: number;
  /** Calls in the last minute, the calls a minute from which on polls wait, and the requests that wait now. */
  readonly budget: { readonly used: number; readonly allowed: number; readonly waiting: number };
  readonly streams: HealthPart<StreamHealth>;
  readonly webhooks: HealthPart<{
    readonly kind: keyof (typeof english)['webhook'];
    readonly id: string;
    readonly uri: string;
  }>;
  readonly quotas: HealthPart<{ readonly resource: string; readonly current: number; readonly limit: number }>;
  readonly udpKeys: HealthPart<{
    readonly id: string;
    readonly keyType: string;
    readonly expiresAt: string;
    readonly devices: number;
  }>;
  /** As the user entered them on the account, and as the service lists them for organizations. */
  readonly secrets: readonly {
    readonly name: string;
    readonly owner: string;
    readonly expiry: string;
  }[];
}
