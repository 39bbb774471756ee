import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';

document.body.append('Penumbra');
