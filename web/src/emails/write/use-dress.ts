import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import type { Here } from '../../accounts/newsletters.ts';
import { themeOf, themesQuery } from '../../accounts/themes.ts';
import { dressOf } from './dress.ts';

/** The typefaces, the size and the accent of the newsletter's mails, for the text that somebody writes. */
export function useDress(here: Here): CSSProperties {
  const { data: themes } = useQuery(themesQuery(here));
  return dressOf(themes?.typefaces ?? [], themeOf(themes, here.newsletter), here.newsletter);
}
