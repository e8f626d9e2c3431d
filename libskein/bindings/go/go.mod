module libskein

go 1.21
