import type { ManagerSettings } from '../../automation';
import type { Account } from '..';

interface Effective {
  readonly settings: ManagerSettings;
  readonly node: { readonly id: string };
  readonly account: Account;
}

/** One object until the limit changes: what follows from it is found again by it. */
export function effective({ settings, node, account }: Effective): ManagerSettings {
  return { ...settings, by: node.id, dryRun: settings.dryRun || !account.safety.armed };
}

/** The settings with another main limit. */
export function withLimit(settings: ManagerSettings, limit: number): ManagerSettings {
  const [whole, ...others] = settings.groups;
  return whole === undefined ? settings : { ...settings, groups: [{ ...whole, limit }, ...others] };
}
