// Two invented newsletters beside that of `postrider demo`, so that pictures can show three looks of one installation.

type Publication = {
  name: string;
  username: string;
  description: string;
  /** Its look, as PATCH /v1/newsletters/{id} takes it. */
  look: Record<string, unknown>;
  /** The issues, newest first and a week apart. `drawing` is the inside of an SVG of 1200 × 800. */
  issues: { subject: string; description: string; drawing?: string }[];
};

/** The look that the demo's own newsletter gets for these pictures: the letter, in the colours of the sea. */
export const shoreLook: Record<string, unknown> = {
  archive_theme: 'letter',
  background_color: '#f3f6f4',
  text_color: '#182a30',
  tint_color: '#0f5f6b',
};

export const shoreDrawing =
  '<path fill="#dfe9e6" d="M0 0h1200v800H0z"/><circle cx="860" cy="330" r="62" fill="#f6e3b4"/>' +
  '<path fill="#a9c6c6" d="M0 400q300-40 600-6t600-20v426H0z"/><path fill="#6fa0a4" d="M0 446q260-34 560 0t640-14v368H0z"/>' +
  '<path fill="#2f6f78" d="M0 500q340-44 640 0t560-10v310H0z"/><path fill="#d8c9a8" d="M0 566q360-70 700 4t500 2v228H0z"/>' +
  '<path stroke="#41606a" stroke-width="7" stroke-linecap="round" d="M330 300q24-26 44 0q22-26 46 0M470 250q16-18 30 0q16-18 32 0"/>';

const ground = (color: string) => `<path fill="${color}" d="M0 0h1200v800H0z"/>`;
const table = (color: string) => `<path fill="${color}" d="M0 520h1200v280H0z"/>`;
const dot = (x: number, y: number, radius: number, color: string) =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${color}"/>`;
const oval = (x: number, y: number, wide: number, high: number, color: string, turn = 0) =>
  `<ellipse cx="${x}" cy="${y}" rx="${wide}" ry="${high}" fill="${color}" transform="rotate(${turn} ${x} ${y})"/>`;

const lemons =
  ground('#2f6f8f') +
  table('#245a75') +
  oval(600, 640, 420, 70, '#f6f1e4') +
  oval(600, 628, 360, 52, '#e4ddca') +
  oval(450, 520, 150, 118, '#f4c430', -18) +
  oval(700, 530, 160, 122, '#f7d154', 14) +
  oval(580, 430, 150, 116, '#eeb91f', 4) +
  '<path fill="#3f7d4a" d="M700 330q90-90 200-40-60 110-200 40z"/>';
const tomatoes =
  ground('#f2b8a0') +
  table('#e89a7c') +
  [
    [340, 560, 150],
    [640, 540, 180],
    [930, 580, 130],
    [490, 400, 110],
  ]
    .map(
      ([x = 0, y = 0, radius = 0]) =>
        dot(x, y, radius, '#c8321f') +
        dot(x - radius * 0.3, y - radius * 0.35, radius * 0.18, '#e2654f') +
        `<path stroke="#3b6b35" stroke-width="14" stroke-linecap="round" d="M${x - 40} ${y - radius + 14}l80-8M${x} ${y - radius - 24}v40"/>`,
    )
    .join('');
const soup =
  ground('#e9e2d3') +
  table('#d8cdb6') +
  '<path fill="#33414e" d="M250 380h700q-20 300-350 300T250 380z"/>' +
  oval(600, 380, 350, 92, '#3f5060') +
  oval(600, 384, 312, 72, '#d98a2b') +
  oval(500, 376, 40, 13, '#f3d9a6') +
  oval(660, 396, 60, 16, '#f3d9a6') +
  oval(590, 362, 26, 9, '#4c7a3d', 20) +
  oval(740, 374, 30, 9, '#4c7a3d', -20) +
  oval(450, 402, 28, 9, '#4c7a3d', -30);
const loaf =
  ground('#5b4636') +
  table('#463528') +
  oval(600, 560, 430, 150, '#b9793a') +
  oval(600, 520, 430, 160, '#d39a53') +
  [380, 520, 660, 800]
    .map(
      x =>
        `<path stroke="#f3dfb8" stroke-width="26" stroke-linecap="round" d="M${x - 40} 600q20-110 90-180"/>`,
    )
    .join('');
const fish =
  ground('#a9c4b4') +
  oval(600, 420, 520, 250, '#f4efe2') +
  '<path fill="#4d6d7d" d="M230 420q220-210 520-60l150-90-40 150 40 150-150-90q-300 150-520-60z"/>' +
  '<path fill="#6d8fa0" d="M250 420q210-140 500-30-290 20-500 30z"/>' +
  dot(350, 400, 20, '#f4efe2') +
  dot(350, 400, 10, '#22313a') +
  oval(960, 640, 90, 70, '#f4c430', -20);
const pears =
  ground('#d9a441') +
  table('#c48d2e') +
  ['380 #7d9a4e', '610 #93ad5b', '840 #6f8b43']
    .map(pear => {
      const [x, color] = pear.split(' ');
      return `<path fill="${color}" d="M${x} 220q60 0 66 120 90 90 90 190 0 120-156 120t-156-120q0-100 90-190 6-120 66-120z"/><path stroke="#4a3a24" stroke-width="14" stroke-linecap="round" d="M${x} 220q4-50 34-76"/>`;
    })
    .join('');

export const publications: readonly Publication[] = [
  {
    name: 'Second Helping',
    username: 'second-helping',
    description:
      'One dish a week, cooked until it works. Pictures first, then the recipe, then the washing up.',
    look: {
      archive_theme: 'grid',
      background_color: '#fffdf9',
      tint_color: '#c8321f',
      button_color: '#c8321f',
      heading_typeface: 'sans',
      announcement_bar_text: 'The winter menu is out: **eleven soups**.',
      announcement_bar_background_color: '#f4c430',
    },
    issues: [
      {
        subject: 'Lemons in January',
        description: 'A jar to start now and open in spring.',
        drawing: lemons,
      },
      { subject: 'The last tomatoes', description: 'Slowly, in the oven, with nothing.', drawing: tomatoes },
      { subject: 'A soup for eight', description: 'Or for one, eight times.', drawing: soup },
      { subject: 'Bread without a plan', description: 'Flour, water, and a whole day.', drawing: loaf },
      { subject: 'Mackerel, simply', description: 'Four minutes, and the window open.', drawing: fish },
      { subject: 'Pears that wait', description: 'How to know the one good day.', drawing: pears },
    ],
  },
  {
    name: 'small files',
    username: 'small-files',
    description: 'Programs under 64 kB, and the people who still write them. Links on Fridays.',
    look: { archive_theme: 'plain', tint_color: '#7a2fb0', background_color: '#f6f4fa' },
    issues: [
      { subject: 'A clock in 512 bytes', description: 'With an alarm.' },
      { subject: 'Fonts made of nine pixels', description: 'Six of them, drawn by hand.' },
      { subject: 'The editor that fits on a page', description: 'Printed, it is a poster.' },
      { subject: 'What a modem said', description: 'A recording, with notes.' },
      { subject: 'Twelve links about sorting', description: 'None of them new.' },
      { subject: 'Reply: your smallest program', description: 'Forty-one of you wrote.' },
      { subject: 'Chess in one screen', description: 'It plays badly, and fast.' },
      { subject: 'The museum of prompts', description: 'From > to $.' },
    ],
  },
];
