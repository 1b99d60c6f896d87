export { default as styles } from './extras.css?inline'
export { Menu } from './Menu.tsx'
export { Preview } from './Preview.tsx'
export { Reasons } from './Reasons.tsx'
