import type { CallOptions, Client } from '../../client';
import type { Account } from '..';

/** A `call` for what the sidebar reads by itself: its requests are not in the list of calls, which is for what nodes do. */
export function unlistedCall(account: Account, client: Client, options: CallOptions): Client['call'] {
  return async (operation, input) => {
    const stop = account.calls.exclude(client.preview(operation, input).url);
    try {
      return await client.call(operation, input, options);
    } finally {
      stop();
    }
  };
}
