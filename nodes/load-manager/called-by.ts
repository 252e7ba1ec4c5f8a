import { type Account, namesOfAccount } from '../../src/runtime';

/** What people call the devices of an account: by name, else by serial number. */
export function calledBy(account: Account): (deviceId: string) => string {
  const namesOf = namesOfAccount(account);
  return (deviceId) => {
    const { name, serialNumber } = namesOf(deviceId);
    return name ?? serialNumber ?? deviceId;
  };
}
