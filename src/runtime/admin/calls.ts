import type { ListedCall } from '../../admin-api';
import { defined } from '../../object';
import { type Account, calledOf, namesOfAccount } from '..';
import { deviceIdsIn } from './trial-shown';

/** The newest calls of an account, with what people call the device of each. */
export function listCalls(account: Account): ListedCall[] {
  const namesOf = namesOfAccount(account);
  const called = (id: string) => {
    const name = calledOf(id, namesOf(id));
    return name === id ? [] : [name];
  };
  return account.calls.entries().map((call) => {
    const [device] = deviceIdsIn([call.path.split('/'), idsInQuery(call.url), call.body]).flatMap(called);
    return { ...call, ...defined({ device }) };
  });
}

function idsInQuery(url: string): string[] {
  return decodeURIComponent(new URL(url).search).split(/[^\w-]+/);
}
