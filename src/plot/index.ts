export { decimate } from './decimate';
export { pathOf } from './path';
export { domainOf, type Interval, linearScale, type Scale } from './scale';
export { decimalsOf, ticksOf } from './ticks';
