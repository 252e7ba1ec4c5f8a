export type { ReceivingNode } from './receivers';
export { registerAdmin } from './register';
