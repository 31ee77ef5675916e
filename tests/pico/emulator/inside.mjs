// Modules of rp2040js that its package does not export.
import path from 'path';
import { fileURLToPath } from 'url';

const dist = path.join(path.dirname(fileURLToPath(import.meta.url)), 'node_modules/rp2040js/dist/esm/');

export const inside = (name) => import(dist + name);
