// Loaded to load the code of all dialogs: the build puts this module into one file with them (vite.config.ts).
export {};
