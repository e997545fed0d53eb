autocmd BufRead,BufNewFile *.pat setfiletype pat
