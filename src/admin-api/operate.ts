/**
 * What a person can do with a device in the Site sidebar, and `capture` in a dialog: a waveform is recorded now. `find`: its
 * LEDs are lit for a while.
 */
export const operateActions = ['open', 'close', 'lock', 'unlock', 'find', 'capture'] as const;

export type OperateAction = (typeof operateActions)[number];

export interface OperateQuestion {
  /** Exactly one device. */
  readonly deviceId: string;
  readonly action: OperateAction;
  /** Why, for the history of the service; a text of ours if absent. */
  readonly reason?: string;
  /** Who asks, where Node-RED has no login; the name of the user otherwise. */
  readonly by?: string;
  /** The `confirmation` of the refusal that the person has read; it can be used once. */
  readonly confirmation?: string;
}

/** Sentences are in the language of the editor. */
export type OperateAnswer =
  | {
      readonly done: true;
      /** As the nodes report it: only `confirmed` and `accepted` mean that it was carried out. */
      readonly outcome: string;
      readonly sentence: string;
      /** Epoch ms. */
      readonly at: number;
      /** Of `find`: how long the LEDs are lit, seconds. */
      readonly seconds?: number;
    }
  | {
      readonly done: false;
      readonly code: string;
      readonly sentence: string;
      /** The person has to read `sentence` and to ask again with `confirmation`. */
      readonly needsConfirmation: boolean;
      readonly confirmation?: string;
      /** Seconds after which it can be tried again. */
      readonly retryAfter?: number;
    };
