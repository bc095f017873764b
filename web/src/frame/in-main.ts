import { createContext } from 'react';

/** Whether what is rendered stands within the page's main part: a page has only one. */
export const InMain = createContext(false);
