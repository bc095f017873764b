import { useState } from 'react';
import { Segments } from '../../ui/segments.tsx';
import { words } from '../../words.ts';

/** Returns the frame of a preview (wide or phone; light or dark, at first like the system) and the controls for it. */
export function useFrameLook() {
  const [width, setWidth] = useState<'wide' | 'phone'>('wide');
  const [scheme, setScheme] = useState<'light' | 'dark'>(
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  );
  const controls = (
    <>
      <Segments
        label={words.write.width}
        value={width}
        options={{ wide: words.write.wide, phone: words.write.phone }}
        onChange={setWidth}
      />
      <Segments
        label={words.write.scheme}
        value={scheme}
        options={{ light: words.write.light, dark: words.write.dark }}
        onChange={setScheme}
      />
    </>
  );
  return { width, scheme, controls };
}
