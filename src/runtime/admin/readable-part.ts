import type { UnreadOrganization } from '../../client';
import { type Account, type DeviceEntry, type LocationEntry, namesOfAccount, presentError, type Texts } from '..';

/** What can be read of the devices and locations of an account. */
export interface ReadablePart {
  readonly devices: readonly DeviceEntry[];
  readonly locations: readonly LocationEntry[];
  /** Of several organizations those that could not be read, and why; never all of them. */
  readonly unread: readonly UnreadOrganization[];
}

/** Reads the lists of an account, of several organizations those that answer; rejects where none does. */
export async function readablePart(account: Account, signal?: AbortSignal): Promise<ReadablePart> {
  const directory = await account.directory();
  const unread = new Map<string, UnreadOrganization>();
  const onUnread = (those: readonly UnreadOrganization[]) => {
    for (const one of those) unread.set(one.organization.key, one);
  };
  const [devices, locations] = await Promise.all([
    directory.devices(signal, onUnread),
    directory.locations(signal, onUnread),
  ]);
  return { devices, locations, unread: [...unread.values()] };
}

/** A sentence for each organization that could not be read; nothing where all were. */
export async function unreadSentences(
  account: Account,
  unread: readonly UnreadOrganization[],
  texts: Texts,
): Promise<{ readonly unread?: readonly string[] }> {
  if (unread.length === 0) return {};
  const [first] = (await account.client()).organizations;
  return {
    unread: unread.map(({ organization: { key, name }, error }) =>
      texts('site.unread', {
        name: key === first?.key ? texts('check.firstOrganization') : name,
        why: presentError(error, texts, namesOfAccount(account)).message,
      }),
    ),
  };
}
