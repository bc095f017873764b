import type { bundles as english } from '../../../../../src/platform/sentences/bundles.ts';
import type { Translated } from '../../translated.ts';

export const bundles: Translated<typeof english> = {
  many_files: 'Sie enthält {count:number} Dateien. Die Grenze ist {most:number}.',
  directory_too_large: 'Ihr Verzeichnis ist zu groß.',
  directory_outside: 'Ihr Verzeichnis liegt außerhalb der Datei. Bitte die ganze Datei hochladen.',
  directory_missing: 'Ihr Verzeichnis (zip64) ist nicht zu finden.',
  directory_damaged: 'Ihr Verzeichnis ist beschädigt.',
  no_zip: 'Sie ist keine Zip-Datei, oder ihr Ende fehlt. Bitte die ganze Datei hochladen.',
  grows: 'Ihre Dateien bräuchten {size}, über {times}-mal so viel wie die Zip-Datei.',
  header_damaged: 'ihr Kopf ist beschädigt.',
  larger_than_said: 'sie ist größer, als das Verzeichnis der Zip-Datei sagt.',
  truncated: 'sie ist abgeschnitten.',
  damaged: 'sie ist beschädigt (CRC-32).',
  not_decompressed: 'sie lässt sich nicht entpacken.',
  encrypted: 'sie ist verschlüsselt. Bitte die Zip-Datei ohne Passwort erstellen.',
  method: 'sie ist mit Methode {method} gepackt. Bitte deflate verwenden, wie Zip-Programme es sonst tun.',
  leads_out: 'dieser Name führt aus der Zip-Datei hinaus.',
  twice: 'die Zip-Datei enthält sie zweimal.',
  sizes_contradict: 'ihre Größenangaben widersprechen einander.',
  overlaps: 'sie überschneidet sich mit einer anderen Datei.',
  not_in_zip: 'sie ist nicht in der Zip-Datei.',
  no_manifest:
    'ihr fehlt {name}. Bitte eine Datei verwenden, die `postrider export` oder POST /v1/exports geschrieben hat.',
  too_large: 'sie ist zu groß.',
  not_listed: 'das Manifest nennt sie nicht.',
  file_not_listed: 'das Manifest nennt {file} nicht.',
  not_json: 'sie ist kein gültiges JSON.',
  field: 'Feld {field}: {reason:sentence}.',
  other_version:
    'sie hat Version {version} des Formats, und diese Installation liest Version {own}. Bitte die ältere der beiden Installationen aktualisieren und erneut exportieren.',
  missing: 'sie fehlt. Bitte die ganze Datei hochladen.',
  missing_or_size: 'sie fehlt, oder ihre Größe stimmt nicht.',
  size_differs: 'ihre Größe weicht vom Manifest ab.',
  checksum_differs: 'ihre Prüfsumme weicht vom Manifest ab. Die Datei wurde geändert oder beschädigt.',
  not_image: 'sie ist kein Bild vom Typ {type}.',
  image_refused:
    '{reason:sentence} Es geht um das Bild {id}: bitte dort ersetzen, woher es kommt, und erneut exportieren.',
  lines_refer: 'Zeilen {first} bis {last}: {count} davon verweisen auf etwas, das nicht im Archiv ist.',
  count_differs: 'sie hat {count} Zeilen, das Manifest nennt {said}.',
  line_field: 'Zeile {line}: {field}: {reason:sentence}.',
  line: 'Zeile {line}: {reason:sentence}.',
};
