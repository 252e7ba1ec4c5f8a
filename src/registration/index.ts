export { type LazyNode, lazyNode, type Register } from './lazy-node';
