export { organizationNamed } from './choice';
export { createLists } from './lists';
export { nameOf, type Organization, organizationKey, organizationsOf } from './organization';
export { createRouting } from './routing';
