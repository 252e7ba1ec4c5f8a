import { demoSite } from '../simulator';
import type { SiteOf } from './rehearsed-sites';
import { rehearsedAccounts, type StoredNode } from './rewrite-flow';

/** A device that a scenario of a flow can name. */
export interface SiteDevice {
  readonly id: string;
  readonly label: string;
  readonly isCharger: boolean;
}

/** The devices of the sites of a flow's accounts. Whoever shows them asks often: those of a site are listed once. */
export function createSiteDevices(): (flow: readonly StoredNode[], siteOf: SiteOf) => SiteDevice[] {
  const ofDescription = new WeakMap<object, readonly SiteDevice[]>();
  const ofSeed = new Map<number, readonly SiteDevice[]>();

  function described(site: NonNullable<ReturnType<SiteOf>>): readonly SiteDevice[] {
    const listed =
      ofDescription.get(site) ??
      site.devices.map(({ id, name, type }) => ({ id, label: name, isCharger: type === 'ev-emcb' }));
    ofDescription.set(site, listed);
    return listed;
  }

  function simulated(seed: number): readonly SiteDevice[] {
    const listed =
      ofSeed.get(seed) ??
      // The same at every hour.
      demoSite(seed, 0).devices.map(({ id, label, hardwareType }) => ({
        id,
        label,
        isCharger: hardwareType === 'ev-emcb',
      }));
    ofSeed.set(seed, listed);
    return listed;
  }

  return (flow, siteOf) => {
    const accounts = rehearsedAccounts(flow);
    const ofSites = accounts.filter(({ site }, index) => accounts.findIndex((other) => other.site === site) === index);
    return ofSites.flatMap((account) => {
      const site = siteOf(account);
      return site === undefined ? simulated(account.seed ?? 1) : described(site);
    });
  };
}
