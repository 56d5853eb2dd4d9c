console.log('The lab is being set up.')
