export { defined } from './defined';
