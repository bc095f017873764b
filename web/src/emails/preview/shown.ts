import { useMemo, useRef, useState } from 'react';
import type { Email } from '../../../../src/client/schema.ts';
import type { Here } from '../../accounts/newsletters.ts';
import type { Fields } from '../fields.ts';
import { whyFixed } from '../open-fields.ts';
import { findingsAt, usePreview } from './preview.ts';
import type { PreviewView } from './preview-card.tsx';

/** Returns the preview with the choices made for it and its findings about the text. */
export function useShown(here: Here, email: Email | undefined, fields: Fields) {
  const [chosen, onView] = useState<PreviewView>('mail');
  // A fixed mail is no longer sent in its present form, so only the page is shown.
  const view = whyFixed(email) ? 'web' : chosen;
  const [reader, onReader] = useState<string>();
  const place = useRef<HTMLElement>(null);
  const wanted = {
    ...(reader !== undefined && { subscriber: reader }),
    ...(view === 'web' && { page: true }),
  };
  const { preview, error } = usePreview(here, email, fields, wanted);
  const findings = useMemo(() => findingsAt(preview, error), [preview, error]);
  return { preview, error, findings, view, onView, reader, onReader, place };
}
