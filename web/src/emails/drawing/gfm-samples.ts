// Our own examples of every rule that GitHub Flavored Markdown adds to CommonMark, for tests.

const tables = [
  '| tide | height |\n| --- | --- |\n| spring | 4.2 |',
  '| left | middle | right |\n|:---|:-:|--:|\n| one | two | three |',
  'no | outer\n-- | :-:\nbars | here',
  '| a \\| b |\n| ------ |\n| code `x\\|y` |\n| strong **a \\| b** |',
  '| head |\n| --- |\n> a quote ends it',
  '| head | other |\n| --- | --- |\n| short |\n| one | two | too many |\n\nafter a blank line',
  '| head | other |\n| --- |\n| no table | at all |',
  '| head | other |\n| --- | --- |',
  '| head | other |\n| --- | --- |\n| last row\nstill a row',
  '- item\n\n  | in | item |\n  | -- | ---- |\n  | one | two |',
  '> | in | quote |\n> | -- | ----- |\n> | one | two |',
  '  | indented | table |\n  | --- | --- |\n | one | two |',
  '| empty | cells |\n| --- | --- |\n| | |\n||\n| both | |',
  'words before\n| head | other |\n| --- | --- |\n| one | two |',
  '| *em* | [link](https://a.example) | ![pic](https://a.example/b.png) |\n| - | - | - |\n| ~~gone~~ | `code` | <b>bold</b> |',
  '| --- | --- |\n| none | of it |',
  '|\n|-\n|',
  '| الميناء | 潮 |\n| --- | --- |\n| مد | 潮汐 |\n',
  '# | head |\n| --- |\n| one |',
  '| head |\n| --- |\n    code follows\n- list',
  '| head |\n| --- |\n| one |\n***\n| two |',
  '| trailing |  \n| --- |\t\n| spaces |   ',
];

const tasks = [
  '- [ ] open\n- [x] done',
  '- [X] capital\n* [ ] star\n+ [x] plus\n1. [ ] number\n2) [x] bracket',
  '- [x] outer\n  - [ ] inner\n  - [x] other',
  '- [ ]no space\n- [] empty\n- [  ] two\n- [y] other letter',
  '- [ ]\n- [x] ',
  '- words [x] later',
  '- [x]\n  on the next line',
  '- [ ] [link](https://a.example) and **strong**\n\n  second paragraph',
  '> - [ ] in a quote\n> - [x] done',
  '- \\[ ] escaped',
  '-   [ ]    wide',
  '[ ] no list',
];

const strikethrough = [
  '~~gone~~ here',
  '~one~ and ~~~three~~~',
  'a ~~b\nc~~ d',
  '~~across\n\nparagraphs~~',
  '**~~both~~** ~~*both*~~ ~~**all *three***~~',
  '~~ not so ~~ a~~b~~c ~~',
  '~~`code ~~` gone~~',
  '\\~~kept~~ ~~kept\\~~',
  '[~~link~~](https://a.example) ~~[link](https://a.example)~~',
];

const autolinks = [
  'www.commonmark.example/help and www.a.example.',
  'Visit www.a.example/find?q=one&hl=en. Then (www.b.example/a_(b)) and www.c.example/x)).',
  'www.a.example/find?q=one&copy; www.a.example/&hl;',
  'www.a.example/he<lp and www.a_b.example www.-.example',
  'http://a.example https://a.example/?q=one+(two)+three. ftp://a.example/file',
  '(https://a.example/x) https://a.example/**x** *https://a.example/_y_*',
  'foo@bar.example hello@mail+xyz.example a.b-c_d@a.b a.b-c_d@a.b. a.b-c_d@a.b- a.b-c_d@a.b_',
  'mailto:foo@bar.example xmpp:foo@bar.example/txt',
  '[www.a.example](https://b.example) `www.a.example` <www.a.example>',
  'https://a.example/é/潮?مد=1 wwww.a.example xhttps://a.example',
];

const rawHtml = [
  '<strong> <title> <style> <em>\n\n<blockquote>\n  <xmp> is not there.  <XMP> neither.\n</blockquote>',
  '<textarea>words</textarea>\n\n<iframe src="https://a.example"></iframe>',
  '<noembed>one</noembed> <noframes>two</noframes> <plaintext>three',
  '<script>\nalert("no")\n</script>\n\nwords',
  '<TITLE>shouted</TITLE> <Script src="https://a.example/x.js">',
];

export const gfm: readonly string[] = [...tables, ...tasks, ...strikethrough, ...autolinks, ...rawHtml];
