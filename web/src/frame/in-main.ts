import { createContext } from 'react';

/** True within the page's main part: a page has only one. */
export const InMain = createContext(false);
