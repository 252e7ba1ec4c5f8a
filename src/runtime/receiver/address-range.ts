import { BlockList, isIPv6 } from 'node:net';

/** Ranges that the internet does not lead to. */
export type AddressRange = 'thisMachine' | 'private' | 'carrier';

const ranges: Readonly<Record<AddressRange, readonly string[]>> = {
  thisMachine: ['127.0.0.0/8', '::1/128'],
  /** RFC 1918, RFC 4193, link-local. */
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10'],
  /** RFC 6598: between a provider's NAT and its customers; Tailscale takes its addresses from it, too. */
  carrier: ['100.64.0.0/10'],
};

const lists = Object.entries(ranges).map(([name, subnets]) => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return { name: name as AddressRange, list };
});

/** The range of an address that is not public. */
export function addressRange(address: string): AddressRange | undefined {
  return lists.find(({ list }) => list.check(address, familyOf(address)))?.name;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
