import iconv from 'iconv-lite';

/**
 * Decodes these bytes, whatever they claim to be. Unlabelled ones are UTF-8, ISO-2022-JP or Windows-1252, by
 * appearance.
 */
export function decodeBytes(bytes: Buffer, label = ''): string {
  const charset = label.trim().toLowerCase();
  if (bytes.includes('\x1b$') && !charset.startsWith('iso-2022-')) return decodeAs('iso-2022-jp', bytes);
  if (charset === '' || charset === 'us-ascii' || charset === 'ascii' || charset.startsWith('unknown')) {
    return decodeUnlabelled(bytes);
  }
  if (isKnown(charset)) return decodeAs(charset, bytes);
  // Windows code pages by number, UTF-7 and other old charsets that browsers no longer support.
  return iconv.encodingExists(charset) ? iconv.decode(bytes, charset) : decodeUnlabelled(bytes);
}

function decodeUnlabelled(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeAs('windows-1252', bytes);
  }
}

function decodeAs(charset: string, bytes: Buffer): string {
  return new TextDecoder(charset).decode(bytes);
}

function isKnown(charset: string): boolean {
  try {
    // The Encoding standard's "replacement" charsets are refused.
    return new TextDecoder(charset).encoding !== 'replacement';
  } catch {
    return false;
  }
}
