export { ownTypes, packageAbove, packageFolder, packageName, packageVersion } from './own-package';
