// Every text of the interface, so that it can be translated. It is a namespace: the build puts each part of it into the
// files that name it (words.emails), as long as nobody takes it apart otherwise (`const { emails } = words` loads all of it).
export * as words from './words/catalogue.ts';
